import type { Gate } from './gate'
import { createIdleMeter } from './meter'
import type { OpenedRequest } from './opened-request'
import { produce } from './produce'
import { releaseAnswer } from './release'
import type { Buyer } from './route-config'

/** Row 2: the resource for a wallet that has proven its right. Touches and answers no payment. */
export async function answerProven(gate: Gate, opened: OpenedRequest, buyer: Buyer): Promise<Response> {
  const produced = await produce(gate, opened, { buyer, meter: createIdleMeter() })
  return releaseAnswer(produced.answer, opened)
}
