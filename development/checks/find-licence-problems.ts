import parseExpression from 'spdx-expression-parse'
import type { Excuse } from './excused-licences'
import type { LicensedPackage } from './list-licences'

/** Licences that ask for no more than attribution. Anything else is copyleft, restricted or unknown to us. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * One line for each package whose licence is neither permissive nor excused by name, and for each unused excuse. Of `A
 * OR B` one has to be permissive, of `A AND B` both.
 */
export function findLicenceProblems(packages: LicensedPackage[], excuses: Excuse[]): string[] {
  const excused = new Set(excuses.flatMap(({ packages: names, licence }) => names.map((name) => key(name, licence))))
  const restricted = packages.filter(({ licence }) => !isPermissive(licence))
  const used = new Set(restricted.map(({ name, licence }) => key(name, licence)))
  return [
    ...restricted
      .filter(({ name, licence }) => !excused.has(key(name, licence)))
      .map(({ name, version, licence }) => `${name}@${version}: ${licence} is not a permissive licence.`),
    ...[...excused].filter((excuse) => !used.has(excuse)).map((excuse) => `${excuse}: the excuse has no use any more.`),
  ]
}

const key = (name: string, licence: string) => `${name} (${licence})`

function isPermissive(expression: string): boolean {
  try {
    return holds(parseExpression(expression))
  } catch {
    // No SPDX expression, such as "SEE LICENSE IN LICENSE": a person has to read it.
    return false
  }
}

function holds(info: ReturnType<typeof parseExpression>): boolean {
  if ('license' in info) return permissive.has(info.license)
  const left = holds(info.left)
  return info.conjunction === 'or' ? left || holds(info.right) : left && holds(info.right)
}
