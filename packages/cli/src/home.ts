import { chmod, mkdir, readFile, readlink, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Files on this machine: keys, limits, spending of the last day, and every payment. */
export type Home = { wallet: string; limits: string; spending: string; payments: string }

/** Where it is kept: `TURNPIKE_HOME`, or `.turnpike` in the user's folder. */
export function homeOf(env: NodeJS.ProcessEnv): Home {
  const folder = env.TURNPIKE_HOME?.trim() || join(homedir(), '.turnpike')
  return {
    wallet: join(folder, 'wallet.json'),
    limits: join(folder, 'limits.json'),
    spending: join(folder, 'spending.json'),
    payments: join(folder, 'payments.jsonl'),
  }
}

/** The text of a file; null where there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Writes a file of another program: through links, such as those of dotfiles, and with the mode that it has. */
export async function writeThrough(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() =>
    // A link to nothing yet, or no link.
    readlink(file).then(
      (to) => resolve(dirname(file), to),
      () => file,
    ),
  )
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  )
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await writeFile(`${target}.new`, text, { mode })
  // The process may be set to take rights away.
  await chmod(`${target}.new`, mode)
  await rename(`${target}.new`, target)
}

/** Writes a file that only its owner may read. A kill leaves the old one or the new one. */
export async function writeOwn(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
