import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoProcess } from '@/development/demo/demo-process'
import { avmDevnetSecretKey, evmDevnetKey, svmDevnetSecretKey } from '@/development/devnet/wallets'
import { bundlePrograms } from '@/development/programs/bundle-programs'
import { createRedact } from '@/lib/base/infra/logger'
import { startMailServer } from './mail-server'
import { startScript } from './start-script'

const programs = [
  'development/demo/main.ts',
  'development/testing/arrange-sellers.ts',
  'development/testing/second-site.ts',
]

/**
 * Starts the demo that the browser tests visit, on free ports and with its own data, and names it in E2E_… variables,
 * which the test workers inherit. At the end the run fails if a secret is in the demo's output or log. Where E2E_ORIGIN
 * is set already, that site is visited instead.
 */
export default async function startBrowserWorld(): Promise<() => Promise<void>> {
  if (process.env.E2E_ORIGIN) return async () => undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-browser-'))
  // The site's mails, a line of JSON each.
  const mailFile = join(dataDir, 'mail')
  appendFileSync(mailFile, '')
  const mailServer = await startMailServer((mail) => appendFileSync(mailFile, `${JSON.stringify(mail)}\n`))
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Turnpike <site@example.com>' }
  Object.assign(process.env, mail)
  process.env.E2E_MAIL_FILE = mailFile
  const removeBundles = await bundlePrograms(programs)
  const demo = await startDemoProcess(dataDir)
  const { origin, databaseUrl, evmRpcUrl, svmRpcUrl, avmUrl } = demo
  const world = { origin, databaseUrl, dataDir, devnet: { evmRpcUrl, svmRpcUrl, avmUrl } }
  const arranging = { ...mail, ARRANGE_FOR: JSON.stringify(world) }
  const arranger = await startScript('development/testing/arrange-sellers.ts', arranging)
  process.env.E2E_ORIGIN = origin
  process.env.E2E_ARRANGER = arranger.line.origin
  process.env.E2E_DATABASE_URL = databaseUrl
  process.env.E2E_EVM_RPC_URL = evmRpcUrl
  process.env.E2E_SVM_RPC_URL = svmRpcUrl
  return async () => {
    await arranger.stop()
    await demo.stop()
    await mailServer.down()
    removeBundles()
    const printed = { 'The demo': demo.output(), 'The site': readFileSync(join(dataDir, 'site.log'), 'utf8') }
    const known = await secretsOfDemo(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
    for (const [who, text] of Object.entries(printed)) refuseSecrets(who, text, known)
  }
}

async function secretsOfDemo(dataDir: string): Promise<string[]> {
  const roles = ['gas', 'gas2'] as const
  return [
    readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
    ...roles.map((role) => evmDevnetKey(role).slice(2)),
    ...(await Promise.all(roles.map(svmDevnetSecretKey))),
    ...(await Promise.all(roles.map(avmDevnetSecretKey))),
  ]
}

/** By their values and by their shapes, which also find sessions, payments and keys that the tests made. */
function refuseSecrets(who: string, text: string, known: readonly string[]) {
  const redact = createRedact(known)
  const shown = text.split('\n').filter((line) => redact(line) !== line)
  if (shown.length > 0) throw new Error(`${who} printed secrets:\n${shown.map(redact).join('\n')}`)
}
