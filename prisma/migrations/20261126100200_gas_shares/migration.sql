-- What gas was spent for: the seller whom it served, the caller who asked, and whether it was a receiver's work on
-- payment channels. Each wallet has its own rows, as in gas_spending, so that few wait for each other.
CREATE TABLE "gas_uses" (
    "network" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "wallet" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "payee" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "is_new" BOOLEAN NOT NULL,
    "spent" DECIMAL(78,0) NOT NULL,
    "settlements" INTEGER NOT NULL,

    CONSTRAINT "gas_uses_pkey" PRIMARY KEY ("network", "day", "wallet", "purpose", "payee", "caller")
);
CREATE INDEX "gas_uses_network_payee_day_idx" ON "gas_uses"("network", "payee", "day");
CREATE INDEX "gas_uses_network_caller_day_idx" ON "gas_uses"("network", "caller", "day");
CREATE INDEX "gas_uses_day_idx" ON "gas_uses"("day");

-- Sellers who were paid before this version are known to it, with their part of what each day cost.
INSERT INTO "gas_uses" ("network", "day", "wallet", "purpose", "payee", "caller", "is_new", "spent", "settlements")
SELECT s."network", s."day", '', 'payment', s."pay_to", '', false, trunc(g."spent" * s."count" / s."whole"), s."count"
FROM (
  SELECT "network", ("decided_at" AT TIME ZONE 'UTC')::date AS "day", "pay_to", count(*) AS "count",
    sum(count(*)) OVER (PARTITION BY "network", ("decided_at" AT TIME ZONE 'UTC')::date) AS "whole"
  FROM "settlements"
  WHERE "decided_at" > now() - interval '30 days' AND "state" = 'settled' AND "transaction_id" IS NOT NULL
  GROUP BY 1, 2, 3
) AS s
JOIN (SELECT "network", "day", sum("spent") AS "spent" FROM "gas_spending" GROUP BY 1, 2) AS g USING ("network", "day");

-- For whom the gas of a settlement on its way is spent; empty once it is counted.
ALTER TABLE "settlements" ADD COLUMN "gas_for" JSONB;
