import { parseArgs } from 'node:util'
import { printable, printLines } from '@/lib/base/infra/print-lines'
import { usageError } from './cli-error'
import { type Advice, findAdvice } from './find-advice'
import { bazaarOf } from './search-command'

export const CHECK_HELP = `Asks a bazaar whether to pay for a resource, and why. Pays nothing.

  turnpike check URL [--method METHOD] [--bazaar URL] [--json]

  --bazaar URL   a site, or a facilitator with a bazaar; TURNPIKE_BAZAAR, or http://localhost:4021/facilitator

Exit: 0 pay, or pay with care; 3 do not pay.
`

const words = { pay: 'Pay', pay_with_care: 'Pay with care', do_not_pay: 'Do not pay' }

/** `turnpike check URL`: the bazaar's verdict and its reasons. */
export async function checkCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      bazaar: { type: 'string' },
      method: { type: 'string', default: 'GET' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [url, ...extra] = positionals
  if (url === undefined || extra.length > 0) throw usageError(`Expected one URL.\n\n${CHECK_HELP}`)
  const advice = await findAdvice({ url, method: values.method.toUpperCase() }, bazaarOf(env, values.bazaar))
  if (values.json) console.log(JSON.stringify(advice))
  else printLines([words[advice.verdict], ...linesOfAdvice(advice)])
  return advice.verdict === 'do_not_pay' ? 3 : 0
}

const signs = { stop: '✗', care: '!', note: '·', good: '✓' }

/** A bazaar quotes sellers, who write anything. */
const linesOfAdvice = ({ reasons }: Advice): string[] =>
  reasons.map(({ effect, text }) => `  ${signs[effect]} ${printable(text)}`)
