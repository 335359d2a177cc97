import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files on this machine: the keys, and the budget with each payment. */
export type Home = { wallet: string; budget: string }

/** Where it is kept: `TURNPIKE_HOME`, or `.turnpike` in the user's folder. */
export function homeOf(env: NodeJS.ProcessEnv): Home {
  const folder = env.TURNPIKE_HOME?.trim() || join(homedir(), '.turnpike')
  return { wallet: join(folder, 'wallet.json'), budget: join(folder, 'budget.jsonl') }
}

/** The text of a file; null where there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Writes a file that only its owner may read. A kill leaves the old one or the new one. */
export async function writeOwn(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
