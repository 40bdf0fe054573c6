package dice

import "slices"

// A Source rolls dice. Roll returns n results from 1 to sides for a label, in the order of the units that roll; n is
// from 1 to [MaxDice], sides from 2 to [MaxSides]. After an error the results of the whole resolution are invalid.
type Source interface {
	Roll(label Label, n, sides int) ([]int, error)
}

// A Recorder passes rolls on to a source and keeps them for the record.
type Recorder struct {
	source Source
	rolls  []Roll
}

// NewRecorder returns a recorder around a source.
func NewRecorder(source Source) *Recorder { return &Recorder{source: source} }

// Roll asks the source, and keeps what it gave.
func (r *Recorder) Roll(label Label, n, sides int) ([]int, error) {
	faces, err := r.source.Roll(label, n, sides)
	if err != nil {
		return nil, err
	}
	r.rolls = append(r.rolls, Roll{Label: label, Sides: sides, Dice: slices.Clone(faces)})
	return faces, nil
}

// Rolls returns what has been rolled so far, in order.
func (r *Recorder) Rolls() []Roll { return slices.Clone(r.rolls) }
