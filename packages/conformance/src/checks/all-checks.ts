import type { Check } from '../check'
import { bazaarChecks } from './bazaar-checks'
import { challengeChecks } from './challenge-checks'
import { facilitatorChecks } from './facilitator-checks'
import { headerChecks } from './header-checks'
import { mcpChecks } from './mcp-checks'
import { paymentChecks } from './payment-checks'
import { signInChecks } from './sign-in-checks'

/** The checks by what they look at, in the order of a report. */
export const allChecks: Record<string, Check[]> = {
  'Terms of payment': challengeChecks,
  'Invalid payments': headerChecks,
  'Sign-in': signInChecks,
  Discovery: bazaarChecks,
  Facilitator: facilitatorChecks,
  MCP: mcpChecks,
  Payments: paymentChecks,
}
