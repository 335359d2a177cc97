import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { parseInput } from '../input-refused-error'
import { type RouteInput, routeInput } from './route-input'

/**
 * Splits an article at the divider in its text, if it came without a teaser; returns everything else unchanged. Stored
 * texts are never split again, so that no text becomes free that its seller did not send as such. Fails with
 * `INPUT_REFUSED` where either part breaks its limits, such as nothing below the divider.
 */
export function divided(input: RouteInput): RouteInput {
  if (input.kind !== 'article' || input.teaser.trim() !== '') return input
  const parts = splitAtDivider(input.body)
  return parts ? parseInput(routeInput, { ...input, teaser: parts.free, body: parts.paid.trim() && parts.paid }) : input
}
