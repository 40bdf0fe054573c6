package dice_test

import (
	"fmt"

	"fieldpost/adjudicator/dice"
)

// A battle asks for dice by label; a recorder keeps them for the record.
func ExampleStream() {
	seed, err := dice.ParseHash("67ebeee57405d676b7c13790b9da10bd86d82aa21ae910ad2855605adfa59f3a")
	if err != nil {
		fmt.Println(err)
		return
	}
	source := dice.NewRecorder(dice.NewStream(seed))
	attack := dice.Label{
		Place: dice.SpaceToken("Ukraine"), Kind: dice.Land, Round: 1,
		Side: dice.Attacker, Step: dice.StepFire,
	}
	faces, err := source.Roll(attack, 4, 6) // three infantry, one tank
	fmt.Println(faces, err)
	for _, roll := range source.Rolls() {
		fmt.Println("roll", roll)
	}
	// Output:
	// [1 1 3 6] <nil>
	// roll ukraine land 1 att fire 4d6 1,1,3,6
}
