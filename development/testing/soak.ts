/** The size of an attack or a load: `little` in `npm test`, `all` in `npm run test:soak`. */
export const soakOr = (all: number, little: number): number => (process.env.SOAK === '1' ? all : little)
