package cases
import ("testing";"os";"fmt")
func TestZZ(t *testing.T){ n,err:=Run(os.Stdout, os.Getenv("CASES")); fmt.Println(n,err)}
