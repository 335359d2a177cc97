import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { generateClient } from '@/development/database/generate-client'
import { startDevnet } from '@/development/devnet/start-devnet'
import { onStopSignal } from '@/development/on-stop-signal'
import { bundlePrograms } from '@/development/programs/bundle-programs'
import { prepareTemplateDatabase, removeTemplateDatabase } from './template-database'

declare module 'vitest' {
  interface ProvidedContext {
    /** Administers the test server; each test file makes its own database there. */
    databaseServerUrl: string
    /** A PgBouncer in front of that server, through which the tests then go. */
    poolerUrl: string | null
    evmRpcUrl: string
    svmRpcUrl: string
    avmUrl: string
  }
}

const programs = [
  'development/devnet/main.ts',
  'packages/cli/src/mcp/bridge-main.ts',
  'development/devnet/pay/main.ts',
  'lib/site/commands/main.ts',
  'development/testing/settling-process.ts',
  'development/testing/stock-server.ts',
]

/** Starts everything that the integration tests share, in a temporary folder, and returns what removes it again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  generateClient()
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  const cleanups: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const teardown = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  // vitest does not tear down on a signal, and servers that outlive it would never end.
  onStopSignal(() => void teardown().finally(() => process.exit(1)))
  const keep = async <Part extends { stop: () => Promise<void> }>(starting: Promise<Part>): Promise<Part> => {
    const part = await starting
    cleanups.push(part.stop)
    return part
  }
  const parts = [
    keep(openServer(join(folder, 'db'))),
    keep(startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free', isDurable: false })),
    bundlePrograms(programs).then((remove) => void cleanups.push(remove)),
  ] as const
  try {
    const [server, devnet] = await Promise.all(parts)
    project.provide('databaseServerUrl', server.url)
    project.provide('poolerUrl', process.env.TEST_POOLER_URL ?? null)
    project.provide('evmRpcUrl', devnet.evmRpcUrl)
    project.provide('svmRpcUrl', devnet.svmRpcUrl)
    project.provide('avmUrl', devnet.avmUrl)
  } catch (error) {
    // One failed; what the others start is stopped too.
    await Promise.allSettled(parts)
    await teardown()
    throw error
  }
  return teardown
}

/**
 * The embedded server, or one that TEST_DATABASE_URL names: of another version, or behind a pooler (TEST_POOLER_URL).
 * With the database that the tests copy.
 */
async function openServer(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  const server = url
    ? { url, stop: () => removeTemplateDatabase(url) }
    : await startEmbeddedDatabase({ dataDir, isDurable: false, maxConnections: 200 })
  try {
    await prepareTemplateDatabase(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}
