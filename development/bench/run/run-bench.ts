import { buildSite } from '@/development/demo/build-site'
import { runProcess } from '@/lib/base/infra/run-process'
import type { Bench } from './bench'
import { createCleanups } from './cleanups'
import { endOnSignals } from './end-on-signals'
import { type Group, groups } from './groups'
import { parseOptions } from './options'
import { describeRun, type Run } from './run'
import { tableOf, writeResults } from './write-results'

/** Measures the requested rows and prints the table; exits with 1 when a part could not be measured. */
export function runBench(args: string[]): Promise<void> {
  return runProcess(async () => {
    const options = parseOptions(
      args,
      groups.flatMap(({ name, parts }) => [name, ...parts]),
    )
    const wants = (...names: string[]) => options.only.length === 0 || names.some((name) => options.only.includes(name))
    const bench = {
      ...options,
      wants,
      say: (text: string) => console.log(text),
    }
    const run = describeRun(bench)
    if (await buildSite()) bench.say('The site was built.')
    for (const group of groups.filter(({ name, parts }) => wants(name, ...parts))) await runGroup(group, bench, run)
    console.log(`\n${tableOf(run.rows)}`)
    if (run.failures.length > 0) process.exitCode = 1
    else if (!options.isQuick && options.only.length === 0) writeResults(run)
  })
}

/** Everything that a group started ends with it, also when it fails or Ctrl-C stops the run. */
async function runGroup(group: Group, bench: Omit<Bench, 'onEnd'>, run: Run): Promise<void> {
  const cleanups = createCleanups()
  const release = endOnSignals(cleanups)
  const startedAt = performance.now()
  try {
    const wants: Bench['wants'] = (...names) => bench.wants(group.name, ...names)
    const rows = await group.measure({ ...bench, wants, onEnd: cleanups.add })
    run.rows.push(...rows)
  } catch (error) {
    console.error(`${group.name} could not be measured:`, error)
    run.failures.push(group.name)
  } finally {
    await cleanups.run()
    release()
    bench.say(`(${group.name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s)`)
  }
}
