import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { transform } from 'esbuild'

/**
 * Runs a program in TypeScript that a page shows, from `file` within the project, where its packages are found, and
 * returns its output. Its types are removed first: tsx would look at every module of every package.
 */
export async function runSnippet(code: string, file: string, env: Record<string, string | undefined>): Promise<string> {
  const program = await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })
  await writeFile(file, program.code)
  const { PATH, HOME } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { PATH, HOME, ...env } as unknown as NodeJS.ProcessEnv, // Nothing else is needed.
  })
  return stdout
}
