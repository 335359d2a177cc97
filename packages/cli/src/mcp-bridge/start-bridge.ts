import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { createPayer } from '@/lib/client/create-payer'
import { PayerError } from '@/lib/client/payer-error'
import { adviseFirst, hasPaidBefore } from '../heed-bazaar'
import { readLines } from '../receipts-command'
import { type AuditLog, openAuditLog } from '../spending/audit-log'
import { createChainReader } from '../spending/find-cost'
import { createKeyRedactor } from '../spending/redact-keys'
import { openSpendingBook } from '../spending/spending-book'
import { parseBridgeEnv } from './bridge-env'
import { createBridgeServer } from './create-bridge-server'

/** Where the bridge is spoken to, and where it prints what its owner reads. */
type BridgeEnds = { transport: Transport; print: (line: string) => void }

/** Serves as the variables say until the transport closes. Returns whether it started; `print` has got why not. */
export async function startBridge(variables: NodeJS.ProcessEnv, { transport, print }: BridgeEnds): Promise<boolean> {
  const redact = createKeyRedactor([variables.EVM_PRIVATE_KEY?.trim(), variables.SVM_PRIVATE_KEY?.trim()])
  try {
    const config = parseBridgeEnv(variables)
    const { wallets } = await createPayer(config.keys)
    const now = () => new Date()
    const book = openSpendingBook(config.limits, now, createChainReader(variables))
    const { audit, hasPaid } = rememberPaid(config.auditFile, openAuditLog(config.auditFile, redact, now))
    const advise = config.bazaar && adviseFirst(config.bazaar, hasPaid)
    const { auditFile, passes: policy } = config
    const passes = auditFile === null ? null : { policy, readLines: () => readLines(auditFile) }
    await createBridgeServer({ config, wallets, advise, book, audit, passes }, redact).connect(transport)
    print(`Bridge to ${config.url.href}, paying from ${wallets.map(({ address }) => address).join(' and ')}.`)
    return true
  } catch (error) {
    const isPlain = isDomainError(error) || error instanceof PayerError
    print(redact(isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)))
    return false
  }
}

/** Hosts that were paid, since this start and by the log. */
function rememberPaid(file: string | null, log: AuditLog) {
  const paid = new Set<string>()
  const audit: AuditLog = async (entry) => {
    if (entry.event === 'settled') paid.add(new URL(entry.url).host)
    await log(entry)
  }
  const hasPaid = async (host: string) => paid.has(host) || (file !== null && (await hasPaidBefore(file)(host)))
  return { audit, hasPaid }
}
