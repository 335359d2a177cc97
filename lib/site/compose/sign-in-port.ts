import type { Chains } from '@/lib/base/chains/chains'
import { checksumAddress } from '@/lib/base/chains/evm/evm-address'
import { isSameOrigin, mayShowForCookie, maySpeakForCookie } from '@/lib/base/http/request-headers'
import { systemClock } from '@/lib/base/infra/clock'
import type { Database } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import type { SessionPort, SignInPort } from '@/lib/gate/resource-server/ports'
import { isWalletOf } from '@/lib/gate/sign-in/account-wallets'
import { checkSignIn, spendProof } from '@/lib/gate/sign-in/check-sign-in'
import { askConfirmation, type ConfirmationSite, checkConfirmation } from '@/lib/gate/sign-in/confirmation'
import { issueChallenge } from '@/lib/gate/sign-in/issue-challenge'
import { purchaseRecordCookie, type RecordContext, readPurchaseRecord } from '@/lib/gate/sign-in/purchase-record'
import { findRequestSession } from '@/lib/gate/sign-in/sessions'
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
    checksumAddress,
    isContractWalletVerified: Object.keys(env.rpcUrls).some((network) => network.startsWith('eip155:')),
  })
}

export function toSignInPort(context: SignInContext): SignInPort {
  return {
    buildExtension: (terms) => issueChallenge(context, { terms, now: context.clock() }),
    check: async (header, terms, limits) => {
      const checked = await checkSignIn(context, { header, terms, ...limits })
      if (!checked.valid) return { valid: false, error: checked.error }
      const { address, scope } = checked
      return { valid: true, wallet: { address, scope }, spend: () => spendProof(context, checked) }
    },
  }
}

export function toConfirmationPort(context: SignInContext, site: ConfirmationSite): ConfirmationPort {
  return {
    ask: (act) => askConfirmation(context, site, act),
    check: (act, proof) => checkConfirmation(context, site, { act, proof }),
    isWalletOf,
  }
}

/** The gate's access to cookies: a session's wallets and a browser's purchases open paid content without signing again. */
export function toSessionPort(source: RecordContext & { database: Database }): SessionPort {
  const policyOf = (isOnlyShown: boolean) => (isOnlyShown ? mayShowForCookie : maySpeakForCookie)
  const read = (request: Request) => readPurchaseRecord(source, request.headers.get('cookie'))
  return {
    walletsOf: async (request, { isOnlyShown } = { isOnlyShown: false }) =>
      (await findRequestSession(source, request, policyOf(isOnlyShown)))?.wallets ?? [],
    paymentsOf: (request, { isOnlyShown } = { isOnlyShown: false }) =>
      policyOf(isOnlyShown)(request.headers, source.publicOrigin) ? read(request) : [],
    rememberPayment: (request, paymentId) =>
      isSameOrigin(request.headers, source.publicOrigin)
        ? purchaseRecordCookie(source, [paymentId, ...read(request)])
        : null,
  }
}
