import type { Chains } from '@/lib/base/chains/chains'
import { systemClock } from '@/lib/base/infra/clock'
import type { Database } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import { isWalletOf } from '@/lib/gate/sign-in/account-wallets'
import { askConfirmation, type ConfirmationSite, checkConfirmation } from '@/lib/gate/sign-in/confirmation'
import { createSignInContext, type SignInContext } from '@/lib/gate/sign-in/sign-in-context'
import type { ConfirmationPort } from '@/lib/shop/sellers/ports'

/** The process's shared sign-in; contract wallets are asked on all configured chains. */
export function openSignIn({
  env,
  chains,
  database,
}: {
  env: Pick<ServerEnv, 'secret' | 'previousSecrets' | 'rpcUrls'>
  chains: Chains
  database: Database
}): SignInContext {
  return createSignInContext({
    database,
    clock: systemClock,
    secret: env.secret,
    previousSecrets: env.previousSecrets,
    verifyMessageSignature: (signed) => chains.verifyMessageSignature(signed),
    isContractWalletVerified: Object.keys(env.rpcUrls).some((network) => network.startsWith('eip155:')),
  })
}

export const toConfirmationPort = (site: ConfirmationSite): ConfirmationPort => ({
  ask: (act) => askConfirmation(site, act),
  check: (act, proof) => checkConfirmation(site, act, proof),
  isWalletOf,
})
