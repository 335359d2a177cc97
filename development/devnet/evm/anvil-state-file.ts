import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { AnvilClient } from './anvil-client'

/** Whether there is a saved chain to continue from. */
export const hasAnvilState = (file: string): boolean => existsSync(file)

/**
 * Writes the whole chain (accounts, blocks, transactions) beside the file, then renames it into place, so that a
 * kill at any moment leaves the previous state whole. The bytes are anvil's own gzip and carry a checksum.
 */
export async function saveAnvilState(client: AnvilClient, file: string): Promise<void> {
  const dump = await client.request<{ Method: 'anvil_dumpState'; Parameters: [boolean]; ReturnType: `0x${string}` }>({
    method: 'anvil_dumpState',
    params: [false],
  })
  writeFileSync(`${file}.new`, Buffer.from(dump.slice(2), 'hex'))
  renameSync(`${file}.new`, file)
}

/**
 * Unpacks the saved chain to `target`, in the form that `anvil --load-state` reads.
 * A damaged file fails and is left where it is: a chain that forgets money must never start quietly.
 */
export function unpackAnvilState(file: string, target: string): void {
  let json: Buffer
  try {
    json = gunzipSync(readFileSync(file))
    JSON.parse(json.toString('utf8'))
  } catch (cause) {
    throw new Error(
      `The saved chain in ${file} is damaged and was left untouched; move its folder away to start a new chain.`,
      { cause },
    )
  }
  writeFileSync(target, json)
}
