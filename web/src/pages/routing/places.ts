/** The targets of a model as they are edited: groups of equals, tried one group after the other. */

import type { ModelTarget, TargetsInput } from "../../api/contract.ts";

export interface Place {
  readonly target: ModelTarget;
  readonly weight: string;
  /** Shares its priority with the one before it, so that the two split the calls. */
  readonly isWithPrevious: boolean;
}

export function placesOf(targets: readonly ModelTarget[]): Place[] {
  return targets.map((target, index) => ({
    target,
    weight: String(target.weight),
    isWithPrevious: targets[index - 1]?.priority === target.priority,
  }));
}

/** Counts priorities up from 0, one for each group. */
export function writePlaces(places: readonly Place[]): TargetsInput {
  let priority = 0;
  const targets = places.map(({ target, weight, isWithPrevious }, index) => {
    if (index > 0 && !isWithPrevious) priority++;
    return { provider: target.provider, priority, weight: Number(weight) };
  });
  return { targets };
}

/** Share of the calls that each target gets within its group, as long as all of them work. */
export function sharesOf(places: readonly Place[]): number[] {
  const groups: number[] = [];
  places.forEach(({ isWithPrevious }, index) =>
    groups.push(index === 0 ? 0 : (groups[index - 1] ?? 0) + (isWithPrevious ? 0 : 1)),
  );
  return places.map(({ weight }, index) => {
    const sum = places.reduce(
      (total, other, place) => total + (groups[place] === groups[index] ? Number(other.weight) : 0),
      0,
    );
    return sum > 0 ? Number(weight) / sum : 0;
  });
}
