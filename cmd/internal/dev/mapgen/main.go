// Command mapgen makes the map data of package atlas: it lays the countries
// of Natural Earth (npm package world-atlas, public domain data) on a raster,
// divides land and sea among the spaces of a board as a spec file says, follows
// the borders between the areas and writes them simplified, in integer
// coordinates. It is run by go generate, never at run time:
//
//	mapgen [-atlas DIR] [-adjacency FILE] SPEC OUT
//
// Without -atlas it fetches world-atlas by npm into a temporary folder. With
// -adjacency (a table "space TAB neighbour; neighbour") it reports which
// neighbours do not touch and which areas touch without being neighbours.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const worldAtlas = "world-atlas@2.0.2"

// Raster units; a picture of 1200 pixels shows about 4 units a pixel.
const (
	tolerance = 1.3 // of simplified borders
	speck     = 70  // parts of areas below so many cells vanish
)

func main() {
	atlas := flag.String("atlas", "", "folder of the unpacked npm package world-atlas")
	adjacency := flag.String("adjacency", "", "table of neighbours to check against")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: mapgen [-atlas DIR] [-adjacency FILE] SPEC OUT")
		os.Exit(2)
	}
	if err := run(*atlas, *adjacency, flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "mapgen:", err)
		os.Exit(1)
	}
}

func run(atlas, adjacency, specPath, outPath string) error {
	if atlas == "" {
		dir, err := os.MkdirTemp("", "world-atlas")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := fetch(dir); err != nil {
			return err
		}
		atlas = filepath.Join(dir, "node_modules", "world-atlas")
	}
	countries, err := readCountries(filepath.Join(atlas, "countries-10m.json"))
	if err != nil {
		return err
	}
	f, err := os.Open(specPath)
	if err != nil {
		return err
	}
	defer f.Close()
	s, err := readSpec(f)
	if err != nil {
		return fmt.Errorf("%s: %w", specPath, err)
	}
	r, err := s.survey(countries)
	if err != nil {
		return fmt.Errorf("%s: %w", specPath, err)
	}
	dropSpecks(r, speck)
	if adjacency != "" {
		if err := report(s, r, adjacency); err != nil {
			return err
		}
	}
	return write(s, r, outPath)
}

func fetch(dir string) error {
	cmd := exec.Command("npm", "install", "--prefix", dir, "--ignore-scripts", worldAtlas)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}
