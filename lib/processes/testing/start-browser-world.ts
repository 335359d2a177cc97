import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoProcess } from './demo-process'

/**
 * Starts the demo that the browser tests visit, on free ports and data of its own, and names it in E2E_… variables,
 * which the test workers inherit. Where E2E_ORIGIN is set already, that site is visited instead.
 */
export default async function startBrowserWorld(): Promise<() => Promise<void>> {
  if (process.env.E2E_ORIGIN) return async () => undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-browser-'))
  const demo = await startDemoProcess(dataDir)
  process.env.E2E_ORIGIN = demo.origin
  process.env.E2E_EVM_RPC_URL = demo.evmRpcUrl
  process.env.E2E_SVM_RPC_URL = demo.svmRpcUrl
  process.env.E2E_AVM_URL = demo.avmUrl
  return async () => {
    await demo.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
