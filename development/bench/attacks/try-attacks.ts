import { createCleanups } from '../run/cleanups'
import { endOnSignals } from '../run/end-on-signals'
import { describeRun } from '../run/run'
import { attacks } from './attacks'
import { openAttackWorld } from './open-attack-world'
import { runAttack } from './run-attack'
import { attackTable, type Tried, writeAttacks } from './write-attacks'

export type AttackOptions = {
  /** Numbers of attacks; empty for all. */
  only: string[]
  /** Version of the stock SDK. */
  sdk: string
  /** The machine's load before this run. */
  load: string
}

/** Tries the attacks in turn, prints the table, and writes it after a run of all of them. */
export async function tryAttacks({ only, sdk, load }: AttackOptions): Promise<void> {
  const cleanups = createCleanups()
  const release = endOnSignals(cleanups)
  const startedAt = performance.now()
  const tried: Tried[] = []
  try {
    const { world, ours, startStock } = await openAttackWorld({ onEnd: cleanups.add })
    for (const attack of attacks.filter(({ id }) => only.length === 0 || only.includes(id))) {
      const { stop, ...stock } = await startStock()
      const { id, name, paperName } = attack
      const result = {
        id,
        name,
        paperName,
        stock: await runAttack(attack, world, stock),
        ours: await runAttack(attack, world, ours),
      }
      await stop()
      console.log(`${id} ${name}\n  stock: ${result.stock.said}\n  ours:  ${result.ours.said}`)
      tried.push(result)
    }
  } finally {
    await cleanups.run()
    release()
  }
  console.log(`\n${attackTable(tried)}`)
  const isComplete = tried.every(({ stock, ours }) =>
    [stock, ours].every(({ said }) => !said.startsWith('NOT MEASURED')),
  )
  if (!isComplete || tried.some(({ ours }) => ours.leaked > 0 || ours.lost !== '0')) process.exitCode = 1
  const { date, machine, node, postgres } = describeRun({ rounds: 1, past: 0 })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  if (only.length === 0) writeAttacks({ date, machine, node, postgres, sdk, load, seconds, tried })
}
