import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Defence, invariantDefences, offs, stateDefences } from './defences'

/** `npm run test:defences [S-1 …]`: with a defence off, in a copy, its test must be red, by an assertion. */
const asked = process.argv.slice(2)
const defences = [...invariantDefences, ...stateDefences].filter(([id]) => asked.length === 0 || asked.includes(id))
const left = defences.values()
let red = 0

type TestReport = { testResults: { assertionResults: { failureMessages: string[] }[] }[] }

async function switchOff(copy: string, [id, test, name]: Defence): Promise<void> {
  const changes = offs[id] ?? []
  for (const [file, text, becomes] of changes)
    writeFileSync(
      join(copy, `${file}.ts`),
      readFileSync(`${file}.ts`, 'utf8').replace(text, () => becomes),
    )
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const project = test.endsWith('.integration') ? 'integration' : 'unit'
  const only = ['--project', project, `${test}.test.ts`, '-t', name, '--reporter=json', `--outputFile=${report}`]
  await once(spawn('npx', ['vitest', 'run', ...only], { cwd: copy, stdio: 'ignore' }), 'exit')
  for (const [file] of changes) cpSync(`${file}.ts`, join(copy, `${file}.ts`))
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport
  const said = testResults.flatMap(({ assertionResults }) => assertionResults.flatMap((each) => each.failureMessages))
  const failed = said.find((message) => /^AssertionError|^Error: (expected|promise resolved) /.test(message))
  if (failed) red += 1
  const why = (failed ?? said[0] ?? 'its test passed').split('\n', 1)[0]
  process.stdout.write(`${id} off: ${failed ? 'red' : 'NOT RED'}: ${why}\n`)
}

async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'turnpike-off-'))
  for (const name of readdirSync('.'))
    if (!['.git', '.next', '.data', 'node_modules'].includes(name)) cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  try {
    for (const defence of left) await switchOff(copy, defence)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

await Promise.all([work(), work()])
process.stdout.write(`${red} of ${defences.length} red\n`)
process.exitCode = red === defences.length ? 0 : 1
