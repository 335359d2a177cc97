import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printable, printLines } from '@/lib/base/infra/print-lines'
import { type OutputFile, openOutputFile } from './output-file'
import type { OpenOverflow, Sink } from './read-body'

/**
 * Where a long answer goes without `--output`: text to the terminal or pipe as it comes; in `--json`, and where it is
 * no text, into a new file that only its owner can read, so that nothing that was paid for is lost.
 */
export function openOverflow(isJson: boolean): { open: OpenOverflow; file: () => OutputFile | null } {
  let file: OutputFile | null = null
  return {
    async open(start, response) {
      if (!isJson && isText(start)) return printer(response)
      file = await openOutputFile(join(await mkdtemp(join(tmpdir(), 'turnpike-')), 'answer'))
      return file
    },
    file: () => file,
  }
}

/** A character may be cut in two at the end of the start. */
function isText(start: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Prints what comes line by line, so that no text can steer the terminal. */
function printer({ status, headers }: Response): Sink {
  printLines([`answer   ${status} ${headers.get('content-type') ?? ''}`.trimEnd(), ''])
  const decoder = new TextDecoder()
  let held = ''
  return {
    path: 'stdout',
    isPrinter: true,
    write(chunk) {
      const text = held + decoder.decode(chunk, { stream: true })
      // The other half of a line's end may be in the next part.
      held = text.endsWith('\r') ? '\r' : ''
      return print(
        text
          .slice(0, text.length - held.length)
          .split(/\r?\n/)
          .map(printable)
          .join('\n'),
      )
    },
  }
}

/** Waits until it is taken, so that a slow reader slows the download. False where the reader has gone. */
function print(text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error) resolve(true)
      else if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') resolve(false)
      else reject(error)
    })
  })
}
