import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeNotices } from './build-deployment'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-notices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

it('puts the licences and the bill of materials of what is delivered into a release, and no tools', () => {
  writeNotices(folder)
  expect(read('LICENSE')).toContain('Apache License')
  const bill = JSON.parse(read('sbom.cdx.json')) as { components: { purl: string }[] }
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  expect(Object.entries(dependencies).filter(([name, version]) => !listed.has(`pkg:npm/${name}@${version}`))).toEqual(
    [],
  )
  expect([...listed].filter((purl) => /vitest|playwright/.test(purl))).toEqual([])
  const notices = read('THIRD-PARTY-LICENSES.md')
  for (const [name, version] of Object.entries(dependencies)) expect(notices).toContain(`## ${name} ${version}\n`)
  expect(notices).not.toContain('## vitest ')
})
