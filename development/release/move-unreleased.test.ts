import { expect, it, test } from 'vitest'
import { moveUnreleased } from './move-unreleased'

const as = { version: '1.2.0', date: '2027-01-31' }

it('moves what is unreleased under the version, above the older ones', () => {
  const older = '## [1.1.0] - 2027-01-01\n\n### Added\n\n- Old.\n'
  const moved = moveUnreleased(`# Changelog\n\n## [Unreleased]\n\n### Added\n\n- New,\n  on two lines.\n\n${older}`, as)
  expect(moved.notes).toBe('### Added\n\n- New,\n  on two lines.')
  expect(moved.changelog).toBe(
    `# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2027-01-31\n\n### Added\n\n- New,\n  on two lines.\n\n${older}`,
  )
  expect(() => moveUnreleased(moved.changelog, { ...as, version: '1.3.0' })).toThrow('no entry under [Unreleased]')
})

it('no longer says that nothing was released', () => {
  const { changelog } = moveUnreleased('Form. No version has been released yet.\n\n## [Unreleased]\n\n- New.\n', as)
  expect(changelog).toBe('Form.\n\n## [Unreleased]\n\n## [1.2.0] - 2027-01-31\n\n- New.\n')
})

test.each([
  ['without the heading', '# Changelog\n\n- New.\n', 'no line “## [Unreleased]”'],
  [
    'without an entry',
    '## [Unreleased]\n\n### Added\n\n## [1.1.0] - 2027-01-01\n\n- Old.\n',
    'no entry under [Unreleased]',
  ],
  [
    'with that version',
    '## [Unreleased]\n\n- New.\n\n## [1.2.0] - 2027-01-01\n\n- Old.\n',
    'has a section 1.2.0 already',
  ],
])('refuses a changelog %s', (_, changelog, message) => {
  expect(() => moveUnreleased(changelog, as)).toThrow(message)
})
