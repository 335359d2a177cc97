import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compatibilityRows } from './rows'

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

  it('all stand on the page that was written last', () => {
    const page = readFileSync('docs/compatibility.md', 'utf8')
    const rows = page.split('\n').filter((line) => /^\| `/.test(line))
    expect(rows.map((row) => row.split(' | ')[1])).toEqual(compatibilityRows.map(({ what }) => what))
  })
})
