import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programCommand } from '@/development/programs/program-command'

export type DevnetProcess = {
  evmRpcUrl: string
  svmRpcUrl: string
  avmUrl: string
  process: ChildProcess
  /** Sends the signal and waits for the end. Returns the exit code, null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** The local networks on free ports, as a separate process. Throws with its output when it does not come up. */
export async function spawnDevnet(dataDir: string): Promise<DevnetProcess> {
  const child = spawn(
    process.execPath,
    programCommand('development/devnet/main.ts', ['--free-ports', '--data-dir', dataDir]),
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const exited = once(child, 'exit') as Promise<[number | null]>
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  const urls = await listedUrls(child)
  const [evmRpcUrl = '', svmRpcUrl = '', avmUrl = ''] = urls
  return { evmRpcUrl, svmRpcUrl, avmUrl, process: child, end }
}

function listedUrls(child: ChildProcess): Promise<string[]> {
  let output = ''
  return new Promise((answer, refuse) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.includes('Ctrl-C')) answer(output.match(/http:\/\/[\d.:]+/g) ?? [])
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('exit', () => refuse(new Error(output)))
  })
}
