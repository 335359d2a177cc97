import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { CliError } from './cli-error'
import { findAdvice, linesOfAdvice } from './find-advice'
import { findWallet } from './find-wallet'
import { homeOf } from './home'
import { findHostRefusal, lesser, readLimits } from './limits-file'
import { openGuard } from './open-guard'
import type { PayArguments } from './pay/parse-arguments'
import { runPay } from './pay/run-pay'
import { readEntries } from './receipts-command'
import { bazaarOf } from './search-command'

const walletHelp = `Wallet: EVM_PRIVATE_KEY (0x…), SVM_PRIVATE_KEY (base58) and AVM_PRIVATE_KEY (base64), else the one that
"turnpike wallet new" made. "turnpike limits" says what it may spend. Chains are read at EVM_RPC_URLS_84532,
EVM_RPC_URLS_8453, SVM_RPC_URL_DEVNET, SVM_RPC_URL_MAINNET and AVM_ALGOD_URL_TESTNET, else at public nodes; for a server
on this machine at its local networks.`

const isNamed = (argv: string[], flag: string) => argv.some((word) => word === flag || word.startsWith(`${flag}=`))

/** `turnpike pay URL`: pays within the limits of this machine, and writes the payment down. */
export async function payCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runPay(argv, {
    name: 'turnpike pay',
    walletHelp,
    findPayer: async (input) => {
      const home = homeOf(env)
      const limits = await readLimits(home.limits)
      const url = new URL(input.url)
      const refusal = findHostRefusal(limits, url)
      if (refusal !== null) throw new CliError(refusal, 3)
      if (!input.isUnchecked) await heed(input, env)
      const maxDollars = lesser(input.maxDollars, limits.perCall)
      if (maxDollars !== input.maxDollars && isNamed(argv, '--max')) {
        console.error(`This machine pays ${maxDollars} at most at once; "turnpike limits --per-call" changes it.`)
      }
      const keys = await findWallet(env)
      const rpcUrls = chainUrls(env, isOnThisMachine(url))
      return {
        payer: { ...keys, rpcUrls },
        guard: openGuard(env, { ...limits, deposit: input.depositDollars ?? limits.deposit }, Object.values(keys)),
        input: { ...input, maxDollars },
      }
    },
  })
}

/**
 * Asks the bazaar that `TURNPIKE_BAZAAR` names before a first payment to a host. Fails where it says not to pay; a
 * bazaar that does not answer stops nobody.
 */
async function heed({ url, method }: PayArguments, env: NodeJS.ProcessEnv): Promise<void> {
  if (!env.TURNPIKE_BAZAAR?.trim()) return
  const { host } = new URL(url)
  const paid = await readEntries(homeOf(env).payments)
  if (paid.some((entry) => entry.event === 'settled' && URL.parse(entry.url)?.host === host)) return
  const advice = await findAdvice({ url, method }, bazaarOf(env)).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error
    console.error(error.message)
    return null
  })
  if (advice === null || advice.verdict === 'pay') return
  const reasons = linesOfAdvice({ ...advice, reasons: advice.reasons.filter(({ effect }) => effect !== 'good') })
  if (advice.verdict === 'do_not_pay') {
    throw new CliError(
      ['Not paid: the bazaar says not to.', ...reasons, '--unchecked pays all the same.'].join('\n'),
      3,
    )
  }
  console.error(['The bazaar says to pay with care.', ...reasons].join('\n'))
}
