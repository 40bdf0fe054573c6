package rules

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// What the engine asks of a set: the numbers of the chart and the permissions of the rules, with what the advantages
// that work for the owner of the units make of them. Those are the argument active, from [Set.Active].

// Active lists the technologies and national advantages that work for a power in a position, in the order of the set.
func (s *Set) Active(p *position.Position, power board.Power) []*Advantage {
	return s.advantagesWhere(p, power, func(n position.Nation, a *Advantage) bool {
		if a.Tech > 0 {
			return n.HasTech(a.Tech)
		}
		return a.Power == power && n.HasAdvantage(a.Name) && (!a.Declare.Lasts || n.HasInForce(a.Name))
	})
}

// Owned lists a power's national advantages in the order of the set, in force or not.
func (s *Set) Owned(p *position.Position, power board.Power) []*Advantage {
	return s.advantagesWhere(p, power, func(n position.Nation, a *Advantage) bool {
		return a.Power == power && n.HasAdvantage(a.Name)
	})
}

func (s *Set) advantagesWhere(p *position.Position, power board.Power,
	has func(position.Nation, *Advantage) bool) []*Advantage {
	n := p.Nation(power)
	if !n.HasTurn() {
		return nil
	}
	var list []*Advantage
	for i := range s.Advantages {
		if a := &s.Advantages[i]; has(n, a) {
			list = append(list, a)
		}
	}
	return list
}

// AdvantageWith is the national advantage of a kind that games by these rules can be played with, and a zero one if
// there is none.
func (s *Set) AdvantageWith(is func(*Advantage) bool) Advantage {
	i := slices.IndexFunc(s.Advantages, func(a Advantage) bool { return a.Tech == 0 && is(&a) })
	if i < 0 || !s.HasAdvantages() {
		return Advantage{}
	}
	return s.Advantages[i]
}

// highest is the highest of a number of the rules and those that advantages give in its place.
func highest(active []*Advantage, n int, given func(*Advantage) int) int {
	for _, a := range active {
		n = max(n, given(a))
	}
	return n
}

// anyAdvantage reports whether any advantage is of a kind.
func anyAdvantage(active []*Advantage, is func(*Advantage) bool) bool {
	return slices.ContainsFunc(active, is)
}

// Strength is a unit's combat value in a shot: the chart's, then what artillery and its owner's advantages make of it.
func (s *Set) Strength(active []*Advantage, sh Shot) int {
	v := s.Chart[sh.Unit].Defence
	if sh.When&Attacking != 0 {
		v = s.Chart[sh.Unit].Attack
	}
	if sh.When&Supported != 0 {
		v = max(v, 2)
	}
	given := sh.When.With(SuperSubs, anyAdvantage(active, func(a *Advantage) bool { return a.Tech == SuperSubmarines }))
	return highest(active, v, func(a *Advantage) int {
		best := 0
		for _, x := range a.Strength {
			if x.Unit == sh.Unit && x.When.holds(given) && (a.Power == board.Nobody || a.Power == sh.Owner) {
				best = max(best, x.Value)
			}
		}
		return best
	})
}

// Dice is how many dice a unit rolls in a shot.
func (s *Set) Dice(active []*Advantage, sh Shot) int {
	if sh.When&Attacking == 0 {
		return 1
	}
	return highest(active, 1, func(a *Advantage) int { return a.AttackDice[sh.Unit] })
}

// Bombard is the value at which a ship type bombards a coast; 0 means that it does not.
func (s *Set) Bombard(active []*Advantage, t board.UnitType) int {
	return highest(active, s.Landing.Bombard[t], func(a *Advantage) int { return a.Bombard[t] })
}

// GunHits is the number at which an owner's antiaircraft gun hits planes over a territory, by its original controller
// and its controller now.
func (s *Set) GunHits(active []*Advantage, home, controller board.Power) int {
	return highest(active, s.Chart[board.AAGun].Defence, func(a *Advantage) int {
		if a.OnOwnSoil(home, controller) {
			return a.GunHits
		}
		return 0
	})
}

// SafeFromGuns reports whether antiaircraft guns never fire at a plane type.
func (s *Set) SafeFromGuns(active []*Advantage, t board.UnitType) bool {
	return anyAdvantage(active, func(a *Advantage) bool { return a.SafeFromGuns.has(t) })
}

// OneShotSubmarines reports whether defending submarines next to a territory may be made to fire once and be lost.
func (s *Set) OneShotSubmarines(active []*Advantage, home, controller board.Power) bool {
	return anyAdvantage(active, func(a *Advantage) bool { return a.OneShotSubmarines && a.OnOwnSoil(home, controller) })
}

// RocketRange is how far rockets fly, in spaces; 0 means that there are none.
func (s *Set) RocketRange(active []*Advantage) int {
	return highest(active, 0, func(a *Advantage) int { return a.RocketRange })
}

// Raids reports whether a plane type takes part in strategic bombing: bombers, and fighters that escort them.
func (s *Set) Raids(active []*Advantage, t board.UnitType) bool {
	return t == board.Bomber || s.Raid.Intercept ||
		anyAdvantage(active, func(a *Advantage) bool { return a.RaidsForHalf.has(t) })
}

// RaidDamage is what one die of a raiding plane does, in IPC.
func (s *Set) RaidDamage(active []*Advantage, t board.UnitType, die int) int {
	if anyAdvantage(active, func(a *Advantage) bool { return a.RaidsForHalf.has(t) }) {
		return (die + 1) / 2
	}
	return die
}

// Range is how many spaces a unit type moves.
func (s *Set) Range(active []*Advantage, t board.UnitType) int {
	return highest(active, s.Chart[t].Move, func(a *Advantage) int { return a.Range[t] })
}

// Railway is the line on which a unit type moves farther than else, without stations if there is none.
func (s *Set) Railway(active []*Advantage, t board.UnitType) Railway {
	for _, a := range active {
		if a.Railway.Range[t] > 0 {
			return a.Railway
		}
	}
	return Railway{}
}

// MovesAgain is how many spaces a unit type moves once more in noncombat, after a battle that lets it.
func (s *Set) MovesAgain(active []*Advantage, t board.UnitType) int {
	return highest(active, 0, func(a *Advantage) int {
		if a.After.MoveAgain == t {
			return a.After.Spaces
		}
		return 0
	})
}

// Blitzes reports whether a unit type may blitz.
func (s *Set) Blitzes(active []*Advantage, t board.UnitType) bool {
	return t == board.Tank || anyAdvantage(active, func(a *Advantage) bool { return a.Blitzes.has(t) })
}

// MayEnter reports whether advantages leave a territory open to a unit that moves.
func (s *Set) MayEnter(active []*Advantage, p *position.Position, u position.Unit, to board.SpaceID) bool {
	taken := func() bool {
		return p.AnyIn(to, func(x position.Unit) bool { return x.Type == u.Type })
	}
	return !anyAdvantage(active, func(a *Advantage) bool {
		return a.OnePerTerritory.has(u.Type) && (p.Owner(to) != a.Power || taken())
	})
}

// StepCost is what a step between two spaces costs a plane, in spaces.
func (s *Set) StepCost(active []*Advantage, from, to board.SpaceID) int {
	island := s.Board.Space(from).Island == to || s.Board.Space(to).Island == from
	if island && anyAdvantage(active, func(a *Advantage) bool { return a.IslandBases }) {
		return 0
	}
	return 1
}

// FliesOn reports whether planes that land in a territory in noncombat may fly their range once more.
func (s *Set) FliesOn(active []*Advantage, territory string) bool {
	return anyAdvantage(active, func(a *Advantage) bool { return slices.Contains(a.FliesOn, territory) })
}

// SuicideAttacks reports whether planes may attack ships without a way home.
func (s *Set) SuicideAttacks(active []*Advantage) bool {
	return anyAdvantage(active, func(a *Advantage) bool { return a.SuicideAttacks })
}

// Carries reports whether land units fit into a ship of a type, together.
func (s *Set) Carries(active []*Advantage, ship board.UnitType, cargo []board.UnitType) bool {
	if ship == board.Transport {
		return s.Landing.Fits(cargo)
	}
	return len(cargo) == 1 && anyAdvantage(active, func(a *Advantage) bool {
		return a.Carries.Ship == ship && a.Carries.Unit == cargo[0]
	})
}

// LandsAgain reports whether a ship may land in more than one territory a turn: transports only.
func (s *Set) LandsAgain(active []*Advantage, ship board.UnitType) bool {
	return ship == board.Transport && anyAdvantage(active, func(a *Advantage) bool { return a.LandsAgain })
}

// Converts reports whether a power may make allies' units on its own soil its own.
func (s *Set) Converts(active []*Advantage) bool {
	return anyAdvantage(active, func(a *Advantage) bool { return a.Converts })
}

// Recruiter is the advantage that gives a free unit each turn, or nil.
func (s *Set) Recruiter(active []*Advantage) *Advantage {
	for _, a := range active {
		if len(a.Recruit.In) > 0 {
			return a
		}
	}
	return nil
}

// IncomeTaken is how much less a power collects because of the advantages of others, in IPC.
func (s *Set) IncomeTaken(p *position.Position, from board.Power) int {
	n := 0
	for _, owner := range s.Board.Powers() {
		for _, a := range s.Active(p, owner) {
			if !slices.Contains(a.TakesIncome.From, from) {
				continue
			}
			for u := range p.Units() {
				if u.Type == a.TakesIncome.Each && u.Owner == owner {
					n++
				}
			}
		}
	}
	return n
}

// SitsOut reports whether the power does not fight in its own turn.
func (s *Set) SitsOut(active []*Advantage) bool {
	return anyAdvantage(active, func(a *Advantage) bool { return a.SitsOut })
}

// JointAttackers lists the powers whose units another one moves in its combat, in turn order.
func (s *Set) JointAttackers(p *position.Position, with board.Power) []board.Power {
	return slices.DeleteFunc(s.Board.Powers(), func(owner board.Power) bool {
		return !anyAdvantage(s.Active(p, owner), func(a *Advantage) bool {
			return a.LendsTo == with && with != board.Nobody
		})
	})
}

// MayDeclare reports whether the owner of an advantage may declare it now.
func (s *Set) MayDeclare(p *position.Position, a *Advantage) bool {
	if a.Declare.Before == board.Nobody {
		late := a.Declare.At == BeforeCombat && (p.Phase() > order.Combat || p.Turn().Moved())
		return p.Power() == a.Power && !late
	}
	if p.Power() == a.Declare.Before {
		return p.Phase() <= order.Research // nothing of that turn has been played
	}
	seats := len(s.Board.Seats)
	since := func(power board.Power) int { return (s.Board.Index(power) - s.Board.Index(a.Power) + seats) % seats }
	return since(p.Power()) > 0 && since(p.Power()) < since(a.Declare.Before)
}

// MayGarrison reports whether a power may begin with an additional complex in a territory.
func (s *Set) MayGarrison(p *position.Position, a *Advantage, at board.SpaceID) bool {
	space := s.Board.Space(at)
	return !space.Sea && space.Income > 0 && a.OnOwnSoil(space.OriginalController, p.Owner(at))
}
