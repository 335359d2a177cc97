import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Buys by a stock client in a process of its own, as an outsider does. */
export async function buy(url: string, key: string): Promise<{ status: number }> {
  const { PATH, HOME } = process.env
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'e2e/outsiders/stock-fetch.ts', url], {
    env: { PATH, HOME, EVM_KEY: key } as unknown as NodeJS.ProcessEnv, // What a stranger's process has.
  })
  return JSON.parse(stdout)
}
