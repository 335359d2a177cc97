// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {PermitTransferFrom, SignatureTransferDetails, SignatureTransfer} from "./signature-transfer.sol";

/// What both x402 proxies share: the payer's Permit2 signature names the payee in its witness, so that no
/// settler can redirect the money or settle too early.
/// Written from the interface that the x402 SDK publishes; the deployed contracts' bytecode is not used here.
abstract contract PaymentProxy {
    struct EIP2612Permit {
        uint256 value;
        uint256 deadline;
        bytes32 r;
        bytes32 s;
        uint8 v;
    }

    address public constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    error InvalidDestination();
    error InvalidOwner();
    error PaymentTooEarly();
    error Permit2612AmountMismatch();

    event Settled();
    event SettledWithPermit();

    /// Gives Permit2 its allowance. A permit that fails is ignored, since the allowance may stand already;
    /// when it does not, the transfer that follows reverts.
    function _permit(address token, address owner, uint256 permittedAmount, EIP2612Permit calldata permit2612) internal {
        if (permit2612.value != permittedAmount) revert Permit2612AmountMismatch();
        try IERC20Permit(token).permit(
            owner, PERMIT2, permit2612.value, permit2612.deadline, permit2612.v, permit2612.r, permit2612.s
        ) {} catch {}
    }

    function _requirePayable(address owner, address to, uint256 validAfter) internal view {
        if (owner == address(0)) revert InvalidOwner();
        if (to == address(0)) revert InvalidDestination();
        if (block.timestamp < validAfter) revert PaymentTooEarly();
    }
}

/// Settles the whole permitted amount.
contract ExactPaymentProxy is PaymentProxy {
    struct Witness {
        address to;
        uint256 validAfter;
    }

    string public constant WITNESS_TYPE_STRING =
        "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)";
    bytes32 public constant WITNESS_TYPEHASH = keccak256("Witness(address to,uint256 validAfter)");

    error InvalidAmount();

    function settle(
        PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        _settle(permit, owner, witness, signature);
        emit Settled();
    }

    function settleWithPermit(
        EIP2612Permit calldata permit2612,
        PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        _permit(permit.permitted.token, owner, permit.permitted.amount, permit2612);
        _settle(permit, owner, witness, signature);
        emit SettledWithPermit();
    }

    function _settle(
        PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) private {
        if (permit.permitted.amount == 0) revert InvalidAmount();
        _requirePayable(owner, witness.to, witness.validAfter);
        SignatureTransfer(PERMIT2).permitWitnessTransferFrom(
            permit,
            SignatureTransferDetails({to: witness.to, requestedAmount: permit.permitted.amount}),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.validAfter)),
            WITNESS_TYPE_STRING,
            signature
        );
    }
}

/// Settles at most the permitted amount, and only for the facilitator that the payer named.
contract UptoPaymentProxy is PaymentProxy {
    struct Witness {
        address to;
        address facilitator;
        uint256 validAfter;
    }

    string public constant WITNESS_TYPE_STRING =
        "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,address facilitator,uint256 validAfter)";
    bytes32 public constant WITNESS_TYPEHASH = keccak256("Witness(address to,address facilitator,uint256 validAfter)");

    error AmountExceedsPermitted();
    error UnauthorizedFacilitator();

    function settle(
        PermitTransferFrom calldata permit,
        uint256 amount,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        _requireTerms(permit, amount, witness);
        _settle(permit, amount, owner, witness, signature);
        emit Settled();
    }

    function settleWithPermit(
        EIP2612Permit calldata permit2612,
        PermitTransferFrom calldata permit,
        uint256 amount,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        _requireTerms(permit, amount, witness);
        _permit(permit.permitted.token, owner, permit.permitted.amount, permit2612);
        _settle(permit, amount, owner, witness, signature);
        emit SettledWithPermit();
    }

    function _requireTerms(PermitTransferFrom calldata permit, uint256 amount, Witness calldata witness) private view {
        if (amount > permit.permitted.amount) revert AmountExceedsPermitted();
        if (msg.sender != witness.facilitator) revert UnauthorizedFacilitator();
    }

    function _settle(
        PermitTransferFrom calldata permit,
        uint256 amount,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) private {
        _requirePayable(owner, witness.to, witness.validAfter);
        SignatureTransfer(PERMIT2).permitWitnessTransferFrom(
            permit,
            SignatureTransferDetails({to: witness.to, requestedAmount: amount}),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.facilitator, witness.validAfter)),
            WITNESS_TYPE_STRING,
            signature
        );
    }
}
