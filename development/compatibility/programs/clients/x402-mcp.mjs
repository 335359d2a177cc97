import { createMCPClient } from '@ai-sdk/mcp'
import { privateKeyToAccount } from 'viem/accounts'
import { withPayment } from 'x402-mcp/client'
import { cell, end } from '../cell.mjs'

/** Buys a tool in version 1. Its model's part is done here: it repeats the call with the terms that it was told. */
const client = await createMCPClient({ transport: { type: 'http', url: `${cell.site}/mcp` } })
const paying = await withPayment(client, { account: privateKeyToAccount(cell.evmKey), network: 'base-sepolia' })
const tools = await paying.tools()
const call = { toolCallId: '1', messages: [] }
const asked = await tools.get_weather.execute({ city: 'Lisbon' }, call)
const { accepts, resource } = asked.structuredContent
const {
  amount,
  network: _network,
  ...option
} = accepts.find(({ scheme, network }) => scheme === 'exact' && network === 'eip155:84532')
const paymentRequirements = {
  ...option,
  ...{ network: 'base-sepolia', maxAmountRequired: amount, resource: resource.url },
  ...{ description: resource.description ?? '', mimeType: resource.mimeType ?? '' },
}
const { paymentAuthorization } = await tools.generatePaymentAuthorization.execute({ paymentRequirements }, call)
const result = await tools.get_weather.execute({ city: 'Lisbon', paymentAuthorization }, call)
end({ status: result.isError ? 402 : 200, text: JSON.stringify(result.content) })
