-- Whether a payee gave its payer the money before the first payment, asked of the chain once.
CREATE TABLE "catalog_fundings" (
    "network" TEXT NOT NULL,
    "pay_to" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "transaction" TEXT,

    CONSTRAINT "catalog_fundings_pkey" PRIMARY KEY ("network","pay_to","payer")
);
CREATE INDEX "catalog_fundings_due_at_idx" ON "catalog_fundings"("due_at");
