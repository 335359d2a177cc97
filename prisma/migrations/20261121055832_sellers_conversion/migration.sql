-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "audience" TEXT;

-- CreateTable
CREATE TABLE "challenge_counts" (
    "handle" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "route_key" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "served" BIGINT NOT NULL,

    CONSTRAINT "challenge_counts_pkey" PRIMARY KEY ("handle","day","route_key","audience")
);
