// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20, IERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {DepositCollector} from "./batch-settlement.sol";
import {
    PermitTransferFrom,
    SignatureTransfer,
    SignatureTransferDetails,
    TokenPermissions
} from "./signature-transfer.sol";

interface ReceivableByAuthorization {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}

/// Both collectors serve only the settlement contract: what a payer signed for one channel, which the signature names,
/// can then go nowhere else.
abstract contract SettlementCollector is DepositCollector {
    address public constant SETTLEMENT = 0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003;

    error OnlySettlement();

    modifier onlySettlement() {
        if (msg.sender != SETTLEMENT) revert OnlySettlement();
        _;
    }
}

/// Fetches a deposit by EIP-3009. The nonce that the payer signed is the hash of the channel and a salt.
contract Erc3009DepositCollector is SettlementCollector {
    using SafeERC20 for IERC20;

    function collect(address payer, address token, uint128 amount, bytes32 channelId, bytes calldata collectorData)
        external
        onlySettlement
    {
        (uint256 validAfter, uint256 validBefore, uint256 salt, bytes memory signature) =
            abi.decode(collectorData, (uint256, uint256, uint256, bytes));
        bytes32 nonce = keccak256(abi.encode(channelId, salt));
        ReceivableByAuthorization(token).receiveWithAuthorization(
            payer, address(this), amount, validAfter, validBefore, nonce, signature
        );
        IERC20(token).safeTransfer(SETTLEMENT, amount);
    }
}

/// Fetches a deposit by Permit2, whose witness is the channel; with an EIP-2612 permit for Permit2 before, if any.
contract Permit2DepositCollector is SettlementCollector {
    SignatureTransfer public constant PERMIT2 = SignatureTransfer(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    string public constant WITNESS_TYPE_STRING =
        "DepositWitness witness)DepositWitness(bytes32 channelId)TokenPermissions(address token,uint256 amount)";
    bytes32 public constant WITNESS_TYPEHASH = keccak256("DepositWitness(bytes32 channelId)");

    function collect(address payer, address token, uint128 amount, bytes32 channelId, bytes calldata collectorData)
        external
        onlySettlement
    {
        (uint256 nonce, uint256 deadline, bytes memory signature, bytes memory permitData) =
            abi.decode(collectorData, (uint256, uint256, bytes, bytes));
        if (permitData.length > 0) _permit(token, payer, permitData);
        PERMIT2.permitWitnessTransferFrom(
            PermitTransferFrom({
                permitted: TokenPermissions({token: token, amount: amount}),
                nonce: nonce,
                deadline: deadline
            }),
            SignatureTransferDetails({to: SETTLEMENT, requestedAmount: amount}),
            payer,
            keccak256(abi.encode(WITNESS_TYPEHASH, channelId)),
            WITNESS_TYPE_STRING,
            signature
        );
    }

    /// A permit that fails is ignored, since the allowance may stand already; when it does not, the transfer reverts.
    function _permit(address token, address owner, bytes memory permitData) private {
        (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) =
            abi.decode(permitData, (uint256, uint256, uint8, bytes32, bytes32));
        try IERC20Permit(token).permit(owner, address(PERMIT2), value, deadline, v, r, s) {} catch {}
    }
}
