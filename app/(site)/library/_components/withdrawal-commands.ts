import type { ChannelView } from '../_server/channels'

const TERMS = '(address,address,address,address,address,uint40,bytes32)'

/** The two commands by which a payer withdraws the balance from the contract without the seller. */
export function withdrawalCommands({
  contract,
  config,
  balanceAtomic,
  chargedAtomic,
}: Pick<ChannelView, 'contract' | 'config' | 'balanceAtomic' | 'chargedAtomic'>): { begin: string; finish: string } {
  const { payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt } = config
  const terms = `(${[payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt].join(',')})`
  const send = `cast send ${contract} --interactive --rpc-url "$RPC_URL"`
  return {
    begin: `${send} "initiateWithdraw(${TERMS},uint128)" "${terms}" ${balanceAtomic - chargedAtomic}`,
    finish: `${send} "finalizeWithdraw(${TERMS})" "${terms}"`,
  }
}
