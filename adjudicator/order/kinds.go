package order

// Kinds returns a zero value of every type of order, for encoders that must know them.
func Kinds() []Order {
	return []Order{BonusUnits{}, ResearchTech{}, BuyUnits{}, Convert{}, Move{}, ShipUnits{}, Load{}, Unload{}, Bomb{}, Rocket{},
		Bombard{}, AttackSubs{}, Pledge{}, BattleOrder{}, Land{}, TakeOver{}, PlaceUnits{}, Garrison{}, Declare{},
		Enigma{}, Nonaggression{}, Resistance{}, PlaceByDefault{}, Share{}, Oil{}}
}
