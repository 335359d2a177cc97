import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandLineOf, isRunning } from './running-process'

const heldHere = new Set<string>()

/**
 * Takes a data folder for this process and returns a function that releases it. Fails with a plain sentence while
 * another living process holds it; a dead holder's note is taken over.
 */
export function lockFolder(folder: string): () => void {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  const file = join(path, 'lock.json')
  const holder = heldHere.has(path) ? process.pid : livingHolder(file)
  if (holder !== null) throw new Error(`The devnet in ${path} is running already (process ${holder}).`)
  heldHere.add(path)
  writeFileSync(file, JSON.stringify({ pid: process.pid, commandLine: commandLineOf(process.pid) }))
  return () => {
    heldHere.delete(path)
    rmSync(file, { force: true })
  }
}

function livingHolder(file: string): number | null {
  try {
    const { pid, commandLine } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; commandLine: string }
    // Process ids are reused: the same id counts only with the same command line, and our own is never another.
    const isLiving = pid !== process.pid && isRunning(pid) && commandLineOf(pid) === commandLine
    return isLiving ? pid : null
  } catch {
    // No note, or half of one: the folder is free.
    return null
  }
}
