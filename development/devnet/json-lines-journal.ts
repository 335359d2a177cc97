import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'

/**
 * Reads a journal. A kill leaves a last line without an end: it was never acknowledged, so it is cut off. Any other
 * unreadable line fails, and the file stays unchanged.
 */
export function readJournal<Entry>(file: string, parse: (line: unknown) => Entry): Entry[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      try {
        return parse(JSON.parse(line))
      } catch (cause) {
        throw new Error(
          `The saved chain in ${file} is damaged at line ${index + 1} and was left untouched; move its folder away to start a new chain.`,
          { cause },
        )
      }
    })
}

export function openJournal<Entry>(file: string) {
  const descriptor = openSync(file, 'a')
  return {
    /** Returns when the operating system has the entry: from then on it survives a kill of this process. */
    append(entry: Entry): void {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      let written = 0
      while (written < line.length) written += writeSync(descriptor, line, written)
    },
    close: () => closeSync(descriptor),
  }
}
