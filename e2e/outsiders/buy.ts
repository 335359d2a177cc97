import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programCommand } from '@/development/programs/program-command'

const run = promisify(execFile)

/** The wallet that a stock client pays from. */
export type BuyersKeys = { EVM_KEY?: string; SVM_KEY?: string; SVM_RPC_URL?: string }

export type Purchase = {
  status: number
  body: Record<string, unknown>
  settled: { success: boolean; transaction: string; network: string } | null
}

/** Buys by a stock client in a process of its own, as an outsider does. */
export async function buy(url: string, keys: BuyersKeys): Promise<Purchase> {
  const { PATH, HOME } = process.env
  const { stdout } = await run(process.execPath, programCommand('e2e/outsiders/stock-fetch.ts', [url]), {
    env: { PATH, HOME, ...keys } as unknown as NodeJS.ProcessEnv, // The environment of an outsider's process.
  })
  return JSON.parse(stdout)
}
