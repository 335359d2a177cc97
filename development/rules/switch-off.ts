import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { invariantDefences, offs } from './defences'

/** `npm run test:defences [S-1 …]`: with a defence off, in a copy, its test must be red. */
const asked = process.argv.slice(2)
const copy = mkdtempSync(join(tmpdir(), 'turnpike-off-'))
const report = join(copy, 'report.json')
for (const name of readdirSync('.'))
  if (!['.git', '.next', '.data', 'node_modules'].includes(name)) cpSync(name, join(copy, name), { recursive: true })
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
for (const [id, test, name] of invariantDefences) {
  const off = offs[id]
  if (!off || (asked.length > 0 && !asked.includes(id))) continue
  const [file, text, becomes] = [`${off[0]}.ts`, off[1], off[2]]
  const source = readFileSync(file, 'utf8')
  writeFileSync(
    join(copy, file),
    source.replace(text, () => becomes),
  )
  const project = test.endsWith('.integration') ? 'integration' : 'unit'
  const only = ['--project', project, `${test}.test.ts`, '-t', name, '--reporter=json', `--outputFile=${report}`]
  spawnSync('npx', ['vitest', 'run', ...only], { cwd: copy, stdio: 'ignore' })
  const told = JSON.parse(readFileSync(report, 'utf8')) as { numFailedTests: number; numPassedTests: number }
  writeFileSync(join(copy, file), source)
  if (told.numFailedTests === 0) process.exitCode = 1
  const colour = told.numFailedTests > 0 ? 'red' : 'NOT RED'
  process.stdout.write(`${id} off: ${colour} (${told.numFailedTests} failed, ${told.numPassedTests} passed)\n`)
}
rmSync(copy, { recursive: true, force: true })
