import { type Outcome, verdict } from './check'
import { excusedLicences } from './excused-licences'
import { findLicenceProblems } from './find-licence-problems'
import { listLicences } from './list-licences'

/** Counts the licences of a deployment's packages; fails on one that is neither permissive nor excused by name. */
export function checkLicences(root: string): Outcome {
  const packages = listLicences(root)
  const problems = findLicenceProblems(packages, excusedLicences)
  const counts = new Map<string, number>()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const note = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${count} ${licence}`)
  const advice =
    'Take another package or version, or excuse it with a reason in development/checks/excused-licences.ts.'
  return { ...verdict(problems.length === 0, [...problems, advice].join('\n')), note: note.join(', ') }
}
