import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type BazaarRoute, buildBazaarExtension } from './bazaar'
import { BazaarDeclarationError } from './bazaar-declaration'
import { parseBazaarExtension } from './parse-bazaar-extension'

/**
 * Tells the seller, before the route is saved, why a catalog would reject its declaration; null when it would not.
 * The extension is built and then read as an untrusted one.
 */
export function findBazaarDeclarationProblem(declaration: unknown, route?: BazaarRoute): Sentence | null {
  try {
    const extension = buildBazaarExtension(declaration, route)
    const parsed = extension ? parseBazaarExtension(extension) : null
    return parsed && !parsed.ok ? say('plain', { text: parsed.reason }) : null
  } catch (error) {
    if (error instanceof BazaarDeclarationError) return error.sentence
    throw error
  }
}
