import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programCommand } from '@/development/programs/program-command'

export type SecondSite = {
  origin: string
  /** Ends its process as a power cut would. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  /** Tells it to end as an operator does. Resolves with how it ended, such as `code 0`. */
  end: () => Promise<string>
  stop: () => Promise<void>
}

/**
 * The site once more, beside the demo and on its chains. At first it is as a stranger has it: no demo, nothing for sale
 * and no network. Once it was started again it sells, and settles through a facilitator at another address.
 */
export async function startSecondSite(facilitatorUrl: string, walletConnectId: string): Promise<SecondSite> {
  const { PATH, HOME } = process.env
  const settings = {
    DATABASE_SERVER_URL: process.env.E2E_DATABASE_URL,
    EVM_RPC_URL: process.env.E2E_EVM_RPC_URL,
    SVM_RPC_URL: process.env.E2E_SVM_RPC_URL,
    FACILITATOR_URL: facilitatorUrl,
    WALLETCONNECT_PROJECT_ID: walletConnectId,
  }
  const env = { PATH, HOME, ...settings } as unknown as NodeJS.ProcessEnv
  const child = spawn(process.execPath, programCommand('development/testing/second-site.ts'), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const nextWord = wordsOf(child)
  const first = await nextWord()
  const { origin = '' } = first
  let { pid = 0 } = first
  const toggle = async () => {
    child.kill('SIGUSR2')
    pid = (await nextWord()).pid ?? 0
  }
  const end = async () => {
    process.kill(pid, 'SIGTERM')
    return (await nextWord()).how ?? ''
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { origin, kill: toggle, restart: toggle, end, stop }
}

/** A message of the process, one line of JSON. */
type Word = { origin?: string; pid?: number; how?: string }

function wordsOf(child: ChildProcess): () => Promise<Word> {
  if (!child.stdout) throw new Error('The second site has no output.')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async () => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('The second site ended before it served.')
      if (value.startsWith('{')) return JSON.parse(value) as Word
    }
  }
}
