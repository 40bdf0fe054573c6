package event

// Kind distinguishes land that an ally takes for its original controller.
func (e Captured) Kind() Kind {
	if e.To != e.Power {
		return KindLiberated
	}
	return KindCaptured
}

// Kind distinguishes planes that land. Units that stay where they are have no kind.
func (e Moved) Kind() Kind {
	switch {
	case len(e.Path) == 0:
		return ""
	case e.Lands:
		return KindLanded
	}
	return KindMoved
}

// Kind is "" for an advantage that brought nothing.
func (e Raised) Kind() Kind {
	if len(e.Units)+len(e.Again) == 0 {
		return ""
	}
	return KindAdvantage
}

func (PhaseBegan) Kind() Kind         { return KindPhaseBegan }
func (Researched) Kind() Kind         { return KindResearched }
func (Bought) Kind() Kind             { return KindBought }
func (Refunded) Kind() Kind           { return KindRefunded }
func (Converted) Kind() Kind          { return KindConverted }
func (Placed) Kind() Kind             { return KindPlaced }
func (Boarded) Kind() Kind            { return KindMoved }
func (Income) Kind() Kind             { return KindIncome }
func (Payment) Kind() Kind            { return KindPayment }
func (AdvantagesAssigned) Kind() Kind { return KindDealt }
func (Declared) Kind() Kind           { return KindDeclared }
func (SteppedAside) Kind() Kind       { return KindAdvantage }
func (CityCount) Kind() Kind          { return KindCityCount }
func (Victory) Kind() Kind            { return KindVictory }
func (AgreedEnd) Kind() Kind          { return KindVictory }
func (PhaseFailed) Kind() Kind        { return KindPhaseFailed }
func (TurnIdle) Kind() Kind           { return KindTurnIdle }
func (TurnEnded) Kind() Kind          { return KindTurnEnded }
func (Loaded) Kind() Kind             { return KindLoaded }
func (Unloaded) Kind() Kind           { return KindUnloaded }
func (FoundRefuge) Kind() Kind        { return KindLanded }
func (Stayed) Kind() Kind             { return KindStayed }
func (Pledged) Kind() Kind            { return KindPledged }
func (Surfaced) Kind() Kind           { return KindSurfaced }
func (Repaired) Kind() Kind           { return KindRepaired }
func (NoLanding) Kind() Kind          { return KindNoLanding }
func (Returned) Kind() Kind           { return KindLiberated }
func (CapitalLost) Kind() Kind        { return KindCapitalLost }
func (CapitalFreed) Kind() Kind       { return KindCapitalFreed }
func (RocketFired) Kind() Kind        { return KindRocket }
func (AntiaircraftFired) Kind() Kind  { return KindAntiaircraft }
func (Raided) Kind() Kind             { return KindRaid }
func (Intercepted) Kind() Kind        { return KindInterception }
func (BattleBegan) Kind() Kind        { return KindBattleBegan }
func (RoundBegan) Kind() Kind         { return KindRoundBegan }
func (Fired) Kind() Kind              { return KindFired }
func (Lost) Kind() Kind               { return KindLost }
func (Damaged) Kind() Kind            { return KindLost }
func (Drowned) Kind() Kind            { return KindDrowned }
func (Submerged) Kind() Kind          { return KindSubmerge }
func (Retreated) Kind() Kind          { return KindRetreats }
func (BattlePaused) Kind() Kind       { return KindBattlePaused }
func (BattleEnded) Kind() Kind        { return KindBattleEnded }
func (CalledOff) Kind() Kind          { return KindCalledOff }

func (Filed) Kind() Kind            { return "" }
func (StandingFiled) Kind() Kind    { return "" }
func (PhaseEnded) Kind() Kind       { return "" }
func (TurnBegan) Kind() Kind        { return "" }
func (EnemiesNoted) Kind() Kind     { return "" }
func (Granted) Kind() Kind          { return "" }
func (Asked) Kind() Kind            { return "" }
func (Answered) Kind() Kind         { return "" }
func (ReactionsHeard) Kind() Kind   { return "" }
func (AttackedFirst) Kind() Kind    { return "" }
func (AdvantageUsed) Kind() Kind    { return "" }
func (ComplexWithdrawn) Kind() Kind { return "" }
func (Planned) Kind() Kind          { return "" }
func (Marked) Kind() Kind           { return "" }
func (Embarked) Kind() Kind         { return "" }
func (RangeRenewed) Kind() Kind     { return "" }
func (FlightTracked) Kind() Kind    { return "" }
func (GunsTended) Kind() Kind       { return "" }
func (MovesMade) Kind() Kind        { return "" }
func (BattlesListed) Kind() Kind    { return "" }
func (BattleAdvanced) Kind() Kind   { return "" }
func (BattleClosed) Kind() Kind     { return "" }
func (SeaFought) Kind() Kind        { return "" }
func (LaunchedToFight) Kind() Kind  { return "" }
func (Risen) Kind() Kind            { return "" }
func (DeckLost) Kind() Kind         { return "" }
func (RefugeSought) Kind() Kind     { return "" }
func (Removed) Kind() Kind          { return "" }
func (MoneySet) Kind() Kind         { return "" }
func (TechSet) Kind() Kind          { return "" }
func (UnitsAdded) Kind() Kind       { return "" }
func (OwnerSet) Kind() Kind         { return "" }
func (StartNoted) Kind() Kind       { return "" }

func (PhaseBegan) sealed()         {}
func (Researched) sealed()         {}
func (Bought) sealed()             {}
func (Refunded) sealed()           {}
func (Converted) sealed()          {}
func (Placed) sealed()             {}
func (Boarded) sealed()            {}
func (Income) sealed()             {}
func (Payment) sealed()            {}
func (AdvantagesAssigned) sealed() {}
func (Declared) sealed()           {}
func (Raised) sealed()             {}
func (SteppedAside) sealed()       {}
func (CityCount) sealed()          {}
func (Victory) sealed()            {}
func (AgreedEnd) sealed()          {}
func (PhaseFailed) sealed()        {}
func (TurnIdle) sealed()           {}
func (TurnEnded) sealed()          {}
func (Filed) sealed()              {}
func (StandingFiled) sealed()      {}
func (PhaseEnded) sealed()         {}
func (TurnBegan) sealed()          {}
func (EnemiesNoted) sealed()       {}
func (Granted) sealed()            {}
func (Asked) sealed()              {}
func (Answered) sealed()           {}
func (ReactionsHeard) sealed()     {}
func (AttackedFirst) sealed()      {}
func (AdvantageUsed) sealed()      {}
func (ComplexWithdrawn) sealed()   {}
func (Moved) sealed()              {}
func (Loaded) sealed()             {}
func (Unloaded) sealed()           {}
func (FoundRefuge) sealed()        {}
func (Stayed) sealed()             {}
func (Pledged) sealed()            {}
func (Surfaced) sealed()           {}
func (Repaired) sealed()           {}
func (NoLanding) sealed()          {}
func (Captured) sealed()           {}
func (Returned) sealed()           {}
func (CapitalLost) sealed()        {}
func (CapitalFreed) sealed()       {}
func (Planned) sealed()            {}
func (Marked) sealed()             {}
func (Embarked) sealed()           {}
func (RangeRenewed) sealed()       {}
func (FlightTracked) sealed()      {}
func (GunsTended) sealed()         {}
func (MovesMade) sealed()          {}
func (RocketFired) sealed()        {}
func (AntiaircraftFired) sealed()  {}
func (Raided) sealed()             {}
func (Intercepted) sealed()        {}
func (BattleBegan) sealed()        {}
func (RoundBegan) sealed()         {}
func (Fired) sealed()              {}
func (Lost) sealed()               {}
func (Damaged) sealed()            {}
func (Drowned) sealed()            {}
func (Submerged) sealed()          {}
func (Retreated) sealed()          {}
func (BattlePaused) sealed()       {}
func (BattleEnded) sealed()        {}
func (CalledOff) sealed()          {}
func (BattlesListed) sealed()      {}
func (BattleAdvanced) sealed()     {}
func (BattleClosed) sealed()       {}
func (SeaFought) sealed()          {}
func (LaunchedToFight) sealed()    {}
func (Risen) sealed()              {}
func (DeckLost) sealed()           {}
func (RefugeSought) sealed()       {}
func (Removed) sealed()            {}
func (MoneySet) sealed()           {}
func (TechSet) sealed()            {}
func (UnitsAdded) sealed()         {}
func (OwnerSet) sealed()           {}
func (StartNoted) sealed()         {}

// All lists one event of each kind, without values.
func All() []Event {
	return []Event{
		PhaseBegan{}, Researched{}, Bought{}, Refunded{}, Converted{}, Placed{}, Boarded{}, Income{}, Payment{},
		AdvantagesAssigned{},
		Declared{}, Raised{}, SteppedAside{}, CityCount{}, Victory{}, AgreedEnd{}, PhaseFailed{}, TurnIdle{},
		TurnEnded{}, Filed{}, StandingFiled{}, PhaseEnded{}, TurnBegan{}, EnemiesNoted{}, Granted{}, Asked{},
		Answered{},
		ReactionsHeard{}, AttackedFirst{}, AdvantageUsed{}, ComplexWithdrawn{}, Moved{}, Loaded{}, Unloaded{},
		FoundRefuge{}, Stayed{}, Pledged{}, Surfaced{}, Repaired{}, NoLanding{}, Captured{}, Returned{}, CapitalLost{},
		CapitalFreed{}, Planned{}, Marked{}, Embarked{}, RangeRenewed{}, FlightTracked{}, GunsTended{}, MovesMade{},
		RocketFired{}, AntiaircraftFired{}, Raided{}, Intercepted{}, BattleBegan{}, RoundBegan{}, Fired{}, Lost{},
		Damaged{}, Drowned{}, Submerged{}, Retreated{}, BattlePaused{}, BattleEnded{}, CalledOff{}, BattlesListed{},
		BattleAdvanced{}, BattleClosed{}, SeaFought{}, LaunchedToFight{}, Risen{}, DeckLost{}, RefugeSought{},
		Removed{}, MoneySet{}, TechSet{}, UnitsAdded{}, OwnerSet{}, StartNoted{},
	}
}
