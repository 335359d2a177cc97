import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createPayer } from '@/lib/client/create-payer'
import { PayerError } from '@/lib/client/payer-error'
import { isDomainError } from '@/lib/infra/domain-error'
import { openAuditLog } from '../spending/audit-log'
import { createChainReader } from '../spending/find-cost'
import { createKeyRedactor } from '../spending/redact-keys'
import { openSpendingBook } from '../spending/spending-book'
import { parseBridgeEnv } from './bridge-env'
import { createBridgeServer } from './create-bridge-server'

// Stdout belongs to the protocol: what a library prints goes to stderr.
console.log = console.error
console.info = console.error
console.debug = console.error

await startBridge()

async function startBridge(): Promise<void> {
  const redact = createKeyRedactor([process.env.EVM_PRIVATE_KEY?.trim(), process.env.SVM_PRIVATE_KEY?.trim()])
  try {
    const config = parseBridgeEnv(process.env)
    const { wallets } = await createPayer(config.keys)
    const now = () => new Date()
    const book = openSpendingBook(config.limits, now, createChainReader(process.env))
    const audit = openAuditLog(config.auditFile, redact, now)
    await createBridgeServer({ config, wallets, book, audit }, redact).connect(new StdioServerTransport())
    console.error(`Bridge to ${config.url.href}, paying from ${wallets.map(({ address }) => address).join(' and ')}.`)
  } catch (error) {
    const isPlain = isDomainError(error) || error instanceof PayerError
    console.error(
      redact(isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
    process.exitCode = 1
  }
}
