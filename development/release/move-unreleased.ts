import { DomainError } from '@/lib/base/infra/domain-error'

const HEADING = '## [Unreleased]\n'
/** True only until the first release. */
const NOTHING_YET = /\s+No version has been released yet\./

/**
 * Moves a changelog's part under `[Unreleased]` to a section of the version, and leaves that heading empty above it.
 * `notes` is the section without its heading. Refuses with USAGE a changelog without that heading or without an entry
 * there, and one that has the version.
 */
export function moveUnreleased(
  changelog: string,
  { version, date }: { version: string; date: string },
): { changelog: string; notes: string } {
  const [before, after] = changelog.split(HEADING)
  if (before === undefined || after === undefined)
    throw new DomainError('USAGE', 'CHANGELOG.md has no line “## [Unreleased]”: what was changed belongs under it.')
  if (changelog.includes(`\n## [${version}]`))
    throw new DomainError('USAGE', `CHANGELOG.md has a section ${version} already: choose another version.`)
  const end = after.search(/^## /m)
  const notes = (end === -1 ? after : after.slice(0, end)).trim()
  const older = end === -1 ? '' : `\n${after.slice(end)}`
  if (!/^- \S/m.test(notes))
    throw new DomainError('USAGE', 'CHANGELOG.md has no entry under [Unreleased]: say there what users will notice.')
  const head = before.replace(NOTHING_YET, '')
  return { changelog: `${head}${HEADING}\n## [${version}] - ${date}\n\n${notes}\n${older}`, notes }
}
