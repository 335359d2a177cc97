/** The project's version, as in package.json; `npm run release` sets both. */
export const VERSION = '0.1.0'
