import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditDependencies } from './audit-dependencies'

const hole = (id: string, severity: string) => ({
  id,
  url: `https://github.com/advisories/${id}`,
  title: `A ${severity} hole`,
  severity,
  vulnerable_versions: '<2.0.0',
})

let root: string
let answersFile: string
let server: Server
let answer: { status: number; body: unknown }

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-audit-'))
  answersFile = join(root, 'answers.md')
  writeFileSync(answersFile, 'GHSA-answ-ered-0001: the function is never called.')
  const dependencies = { leaky: '1.0.0' }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'site', version: '1.0.0', dependencies }))
  const packages = {
    '': { name: 'site', version: '1.0.0', dependencies },
    'node_modules/leaky': { version: '1.0.0', license: 'MIT' },
  }
  const lock = { name: 'site', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  server = createServer((request, response) => {
    const isQuestion = request.url === '/-/npm/v1/security/advisories/bulk'
    response.writeHead(isQuestion ? answer.status : 200, { 'content-type': 'application/json' })
    const packument = { name: 'leaky', versions: { '1.0.0': { name: 'leaky', version: '1.0.0' } } }
    response.end(JSON.stringify(isQuestion ? answer.body : packument))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true })
})

const audit = () => {
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return auditDependencies({ root, answersFile, registry })
}

test('fails on a severe advisory without a documented answer, names it, and counts the others', async () => {
  const holes = [
    hole('GHSA-open-hole-0002', 'high'),
    hole('GHSA-answ-ered-0001', 'critical'),
    hole('GHSA-less-er00-0003', 'moderate'),
  ]
  answer = { status: 200, body: { leaky: holes } }
  const output = expect.stringContaining('GHSA-open-hole-0002')
  const note = expect.stringMatching(/^3 advisories known, 1 of them/)
  expect(await audit()).toMatchObject({ failed: 1, output, note })
})

test('says that nothing was checked when the registry audits nothing', async () => {
  answer = { status: 405, body: {} }
  expect(await audit()).toMatchObject({ failed: 0, note: expect.stringMatching(/^NOT AUDITED: .*405/) })
})
