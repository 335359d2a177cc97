import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { parseInput } from '../input-refused-error'
import { type RouteInput, routeInput } from './route-input'

/**
 * An article whose text has a divider and that came without a teaser, in its two parts; everything else as it is. What is
 * stored is never divided again, so that no text is free which its seller did not send as such.
 * Fails with `INPUT_REFUSED` where either part breaks its limits, such as nothing below the divider.
 */
export function divided(input: RouteInput): RouteInput {
  if (input.kind !== 'article' || input.teaser.trim() !== '') return input
  const parts = splitAtDivider(input.body)
  return parts ? parseInput(routeInput, { ...input, teaser: parts.free, body: parts.paid.trim() && parts.paid }) : input
}
