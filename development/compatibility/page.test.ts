import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CompatibilityRow, compatibilityRows, isUnexpected } from './rows'
import { writePage } from './write-page'

const here = import.meta.dirname
const { dependencies } = JSON.parse(readFileSync(join(here, 'packages/package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

describe('the rows', () => {
  it.each(compatibilityRows.map((row) => [`${row.packages.join(' ')}: ${row.what}`, row] as const))(
    'have their packages and their program: %s',
    (_title, { packages, program }) => {
      expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...packages]))
      expect(existsSync(join(here, 'programs', program))).toBe(true)
    },
  )

  it('install exact versions', () => {
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/)
  })

  it('all stand on the page that was written last', () => {
    const page = readFileSync('docs/compatibility.md', 'utf8')
    const rows = page.split('\n').filter((line) => /^\| `/.test(line))
    expect(rows.map((row) => row.split(' | ')[1])).toEqual(compatibilityRows.map(({ what }) => what))
  })
})

describe('the page', () => {
  const [row] = compatibilityRows
  if (!row) throw new Error('Expected a row.')
  const known = { ...row, known: { fault: 'theirs', why: 'it does not load' } } as const
  const write = (outcomes: { row: CompatibilityRow; fault: string }[]) =>
    writePage({ outcomes, labelOf: (name) => `${name}@1.0.0`, date: '2026-11-27', node: '20.0.0' })

  it('says of each row how it ended, and whose fault that is', () => {
    const rows = (fault: string, of: CompatibilityRow = row) =>
      write([{ row: of, fault }])
        .split('\n')
        .filter((line) => /^\| `/.test(line))
    expect(rows('')).toEqual([expect.stringMatching(/^\| `@x402\/fetch@1.0.0` .* \| passes \|$/)])
    expect(rows('it broke', known)[0]).toContain('does not; fault: theirs. it does not load |')
    expect(rows('402: {"a": "b|c"}\n<script>')[0]).toMatch(/\*\*fails\*\*: 402: \{"a": "b c"\} +script +\|$/)
    expect(
      write([
        { row, fault: '' },
        { row: known, fault: 'x' },
      ]),
    ).toContain('1 of 2 pass')
  })

  it('expects every row to pass that is not known to fail', () => {
    const unexpected = [
      isUnexpected({ row, fault: 'x' }),
      isUnexpected({ row, fault: '' }),
      isUnexpected({ row: known, fault: 'x' }),
    ]
    expect(unexpected).toEqual([true, false, false])
  })
})
