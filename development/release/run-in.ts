import { execFileSync } from 'node:child_process'
import { DomainError } from '@/lib/base/infra/domain-error'

/** Runs a command in a folder and returns its output; fails with BUILD_FAILED and its last lines. */
export function runIn(
  folder: string,
  command: string,
  args: string[],
  { input = '', env = process.env }: { input?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  try {
    return execFileSync(command, args, { cwd: folder, input, env, encoding: 'utf8', stdio: 'pipe' }).trimEnd()
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string } // Node.js documents both.
    const lines = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')
    throw new DomainError('BUILD_FAILED', `${command} ${args.join(' ')} failed in ${folder}:\n${lines}`, { cause })
  }
}
