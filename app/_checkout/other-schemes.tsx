import { lazy } from 'react'
import { BudgetOrPay, budgetsIn, CallsOf, channelsFirst, isUsableHere, resumeByChannel } from '@/app/_channels/budget'

/** The checkout's parts of schemes beyond `exact` and `upto`. */
export const otherSchemes = {
  /** False for an option that this page cannot pay. */
  isUsable: isUsableHere,
  /** An option of theirs before one that costs no less. */
  inOrder: channelsFirst,
  /** The options that are offered beside the usual payment of the same price. */
  besideIn: budgetsIn,
  Beside: BudgetOrPay,
  /** Pays an option of theirs that stands for itself. */
  Pay: lazy(async () => ({ default: (await import('@/app/_channels/channel-checkout')).ChannelCheckout })),
  CallsOf,
  resume: resumeByChannel,
}
