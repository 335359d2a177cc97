-- Rows that a job could not work on, for the operator.
CREATE TABLE "failing_rows" (
    "job" TEXT NOT NULL,
    "row" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 1,
    "fault" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failing_rows_pkey" PRIMARY KEY ("job", "row")
);
CREATE INDEX "failing_rows_failed_at_idx" ON "failing_rows"("failed_at");
